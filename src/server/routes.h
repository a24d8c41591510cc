/* From the address of a request to whatever answers it. */
#ifndef BAGHCHAL_SERVER_ROUTES_H
#define BAGHCHAL_SERVER_ROUTES_H

#include "server/connection.h"

/* Answers connection->request, now or later. */
void route_request(struct connection *connection);

/* table_routes.c: everything below /api/v1/tables; `rest` is what follows that. */
void route_tables(struct connection *connection, const char *rest);

/* information.c */
void answer_server(struct connection *connection);
void answer_metrics(struct connection *connection);
void answer_values(struct connection *connection);

/* The secret of an Authorization field: 1 and the secret, 0 when there is none, -1 when it cannot be one. */
int bearer_secret(const struct http_request *request, char *secret, size_t size);

void refuse_method(struct connection *connection, const char *allowed);

#endif
