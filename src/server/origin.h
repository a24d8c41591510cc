/* Whose pages may act here. */
#ifndef BAGHCHAL_SERVER_ORIGIN_H
#define BAGHCHAL_SERVER_ORIGIN_H

#include "server/http_reader.h"
#include "server/settings.h"

/* Whether a request's Origin, if it has one, is the server's own: one of the settings', compared exactly; where none are set, the very host and port
 * that the request was sent to, and that only by a number or as localhost, so that no foreign name that was made to point here is taken. Requests
 * without an Origin are not a browser page's and pass. */
bool origin_accepted(const struct settings *settings, const struct http_request *request);

#endif
