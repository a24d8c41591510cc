/* Frames of a WebSocket as the server reads them: wslay with the server's limit, and each whole text as a client's message. */
#include "server/client_message.h"

#include <wslay/wslay.h>

#include <stdlib.h>
#include <string.h>

struct input {
    const uint8_t *data;
    size_t size;
    size_t piece;
    size_t left; /* of the present piece */
};

static struct bc_board board;

static ssize_t take(wslay_event_context_ptr context, uint8_t *data, size_t length, int flags, void *user)
{
    (void)flags;
    struct input *input = user;
    size_t size = length < input->left ? length : input->left;
    size = size < input->size ? size : input->size;
    if (size == 0) {
        wslay_event_set_error(context, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    memcpy(data, input->data, size);
    input->data += size;
    input->size -= size;
    input->left -= size;
    return (ssize_t)size;
}

static ssize_t give(wslay_event_context_ptr context, const uint8_t *data, size_t length, int flags, void *user)
{
    (void)context;
    (void)data;
    (void)flags;
    (void)user;
    return (ssize_t)length;
}

static void on_message(wslay_event_context_ptr context, const struct wslay_event_on_msg_recv_arg *received, void *user)
{
    (void)context;
    (void)user;
    struct client_message message;
    struct hub_request request;
    enum bc_error reason = BC_OK;
    memset(&request, 0, sizeof request);
    if (received->opcode == WSLAY_TEXT_FRAME) {
        if (received->msg_length > LIMIT_MESSAGE) {
            abort();
        }
        (void)client_message_read(&board, (const char *)received->msg, received->msg_length, &message, &request,
                                  &reason);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct wslay_event_callbacks callbacks = {
        .recv_callback = take, .send_callback = give, .on_msg_recv_callback = on_message};
    wslay_event_context_ptr context = NULL;
    if (board.point_count == 0) {
        bc_board_init_standard(&board);
    }
    if (size < 1) {
        return 0;
    }
    struct input input = {.data = data + 1, .size = size - 1, .piece = (size_t)data[0] + 1};
    if (wslay_event_context_server_init(&context, &callbacks, &input) != 0) {
        return 0;
    }
    wslay_event_config_set_max_recv_msg_length(context, LIMIT_MESSAGE);
    while (input.size > 0 && wslay_event_get_read_enabled(context)) {
        input.left = input.piece;
        if (wslay_event_recv(context) != 0 || wslay_event_send(context) != 0) {
            break;
        }
    }
    wslay_event_context_free(context);
    return 0;
}
