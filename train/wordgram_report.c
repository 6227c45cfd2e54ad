/*
 * wordgram_report.c - see wordgram_report.h.
 */
#include "train/wordgram_report.h"

#include <inttypes.h>

static void write_gram(FILE *file, const struct words *words, unsigned order,
                       const struct wordgram_gram *gram)
{
    fprintf(file, "%u\t%" PRIu32 "\t%.17g\t", order, gram->count, gram->value);
    for (unsigned i = order; i-- > 0;) {
        uint32_t number =
            (uint32_t)(gram->key >> i * WORDS_BITS & (((uint64_t)1 << WORDS_BITS) - 1));

        fprintf(file, "%s%c", number == WORDS_BEGIN ? "<s>" : words_text(words, number),
                i > 0 ? ' ' : '\n');
    }
}

void wordgram_report_all(const struct wordgram_fit *fit, const char *estimate, FILE *file)
{
    fprintf(file,
            "pith counts 1\norder %u\nestimate %s\ntokens %" PRIu64 "\nsentences %" PRIu64
            "\nunknown %.17g\n\n",
            fit->fitting->order, estimate, fit->tokens, fit->word_counts[WORDS_BEGIN],
            fit->unknown);
    for (uint32_t i = WORDS_FIRST; i < fit->numbers; i++) {
        if (fit->known[i])
            fprintf(file, "1\t%" PRIu64 "\t%.17g\t%s\n", fit->word_counts[i], fit->values[i],
                    words_text(&fit->counts->words, i));
    }
    for (unsigned order = 2; order <= fit->fitting->order; order++) {
        for (size_t i = 0; i < fit->gram_counts[order - 2]; i++)
            write_gram(file, &fit->counts->words, order, &fit->grams[order - 2][i]);
    }
}

static void print_grams(FILE *file, const char *name, uint64_t different, uint64_t kept,
                        double gain)
{
    fprintf(file, "%-16s %" PRIu64 " different, %" PRIu64 " kept", name, different, kept);
    if (gain > 0)
        fprintf(file, " that gain %.3g bits or more", gain);
    fputc('\n', file);
}

void wordgram_report_counts(const struct wordgram_fit *fit, FILE *file)
{
    const struct wordgram_counts *counts = fit->counts;

    fprintf(file, "text             %" PRIu64 " tokens in %" PRIu64 " sentences, %.1f MB\n",
            fit->tokens, counts->sentences, (double)counts->bytes / 1e6);
    print_grams(file, "words", fit->numbers - WORDS_FIRST, fit->vocabulary, 0);
    print_grams(file, "pairs", fit->different[0], fit->gram_counts[0], fit->pair_gain);
    if (fit->fitting->order == 3)
        print_grams(file, "triples", fit->different[1], fit->gram_counts[1], fit->triple_gain);
    for (unsigned i = 0;
         fit->fitting->estimate == PITH__WORDGRAM_KNESER_NEY && i < fit->fitting->order; i++)
        fprintf(file, "discounts        %.3f %.3f %.3f of n = %u\n", fit->discounts[i].of[1],
                fit->discounts[i].of[2], fit->discounts[i].of[3], i + 1);
}

void wordgram_report_measured(const struct wordgram_measured *measured,
                              enum pith__wordgram_estimate estimate, FILE *file)
{
    if (measured->tokens == 0) {
        fprintf(file, "held out         nothing: the accuracy of the model was not measured\n");
        return;
    }
    fprintf(file, "held out         %" PRIu64 " tokens in %" PRIu64 " sentences\n",
            measured->tokens, measured->sentences);
    fprintf(file, "perplexity       %.2f, exact %.2f\n", measured->model, measured->exact);
    fprintf(file, "error            of a sentence's perplexity: mean %.3f %%, at most %.3f %%\n",
            100 * measured->mean_error, 100 * measured->max_error);
    fprintf(file, "limit 8000       removes %.2f %% of it by interpolation\n",
            100 * measured->removed);
    if (estimate == PITH__WORDGRAM_KNESER_NEY) {
        fprintf(file, "limits          ");
        for (int i = 0; i < PITH__WORDGRAM_LIMITS; i++)
            fprintf(file, " %.0f is %.0f%s", pith__wordgram_limits[i], measured->limits[i],
                    i + 1 < PITH__WORDGRAM_LIMITS ? "," : "\n");
    }
}
