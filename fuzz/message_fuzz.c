/* What clients write: messages of a WebSocket, and bodies of every kind of request. */
#include "server/client_message.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct bc_board board;
    struct client_message message;
    struct hub_request request;
    enum bc_error reason = BC_OK;
    if (board.point_count == 0) {
        bc_board_init_standard(&board);
    }
    if (size < 1) {
        return 0;
    }
    memset(&request, 0, sizeof request);
    if (data[0] % 10 == 9) {
        if (client_message_read(&board, (const char *)data + 1, size - 1, &message, &request, &reason) ==
                REFUSAL_NONE &&
            message.type >= MESSAGE_TYPE_COUNT) {
            abort();
        }
        return 0;
    }
    request.kind = (enum hub_request_kind)(data[0] % 9);
    enum refusal refusal = client_body_read(&board, (const char *)data + 1, size - 1, &request, &reason);
    /* What was read is within its bounds. */
    bool named = memchr(request.name, '\0', sizeof request.name) != NULL &&
                 memchr(request.claim, '\0', sizeof request.claim) != NULL;
    if (!named ||
        (refusal == REFUSAL_NONE && request.kind == HUB_MAKE && bc_rules_check(&board, &request.plan.rules) != BC_OK)) {
        abort();
    }
    return 0;
}
