#include <baghchal/error.h>

static const char *const error_texts[BC_ERROR_COUNT] = {
#define BC_ERROR_TEXT(name, text) text,
    BC_ERROR_LIST(BC_ERROR_TEXT)
#undef BC_ERROR_TEXT
};

static const char *const error_names[BC_ERROR_COUNT] = {
#define BC_ERROR_WORD(name, text) #name,
    BC_ERROR_LIST(BC_ERROR_WORD)
#undef BC_ERROR_WORD
};

const char *bc_error_text(enum bc_error error)
{
    return (unsigned)error < BC_ERROR_COUNT ? error_texts[error] : "unknown error";
}

const char *bc_error_name(enum bc_error error)
{
    return (unsigned)error < BC_ERROR_COUNT ? error_names[error] : "UNKNOWN";
}
