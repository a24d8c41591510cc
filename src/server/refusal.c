#include "server/refusal.h"

struct refusal_entry {
    const char *word;
    const char *sentence;
    int status;
};

static const struct refusal_entry refusals[REFUSAL_COUNT] = {
#define REFUSAL_ENTRY(name, word, status, sentence) {word, sentence, status},
    REFUSAL_LIST(REFUSAL_ENTRY)
#undef REFUSAL_ENTRY
};

const char *refusal_word(enum refusal refusal)
{
    return refusals[refusal].word;
}

int refusal_status(enum refusal refusal)
{
    return refusals[refusal].status;
}

const char *refusal_sentence(enum refusal refusal)
{
    return refusals[refusal].sentence;
}
