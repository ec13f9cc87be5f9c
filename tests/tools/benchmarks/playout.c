/* A plain playout, to compare with: deal 52 cards, then play 13 tricks at random, spades trump.
   Cards are 13 * suit + rank; a hand is four 16-bit lanes in 64 bits. */
#include <stdint.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

static uint64_t state;

static uint32_t below(uint32_t count) { /* SplitMix64, and a fair number below count */
    uint64_t z = (state += 0x9E3779B97F4A7C15u);
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (uint32_t)(((z ^ (z >> 31)) >> 32) * count >> 32);
}

static int nth_bit(uint64_t bits, uint32_t n) {
#ifdef __BMI2__
    return __builtin_ctzll(_pdep_u64(1ull << n, bits));
#else
    while (n--) bits &= bits - 1;
    return __builtin_ctzll(bits);
#endif
}

/* Plays so many deals; adds up the tricks of each seat. */
void playouts(uint64_t seed, long deals, int64_t *taken) {
    state = seed;
    for (long deal = 0; deal < deals; deal++) {
        int pack[52];
        uint64_t hands[4] = {0, 0, 0, 0};
        for (int i = 0; i < 52; i++) pack[i] = i;
        for (int i = 51; i > 0; i--) {
            int j = (int)below((uint32_t)i + 1), card = pack[i];
            pack[i] = pack[j];
            pack[j] = card;
        }
        for (int i = 0; i < 52; i++)
            hands[i & 3] |= 1ull << (pack[i] / 13 * 16 + pack[i] % 13);
        int leader = 0;
        for (int trick = 0; trick < 13; trick++) {
            uint64_t suit = 0;
            int best = -1, winner = leader;
            for (int place = 0; place < 4; place++) {
                int seat = (leader + place) & 3;
                uint64_t legal = hands[seat] & suit;
                if (!legal) legal = hands[seat];
                int card = nth_bit(legal, below((uint32_t)__builtin_popcountll(legal)));
                if (!place) suit = 0xFFFFull << (card & 48);
                hands[seat] &= ~(1ull << card);
                int strength = card >= 48 ? card + 64 : (suit >> card & 1) ? card : -1;
                if (strength > best) best = strength, winner = seat;
            }
            taken[winner]++;
            leader = winner;
        }
    }
}
