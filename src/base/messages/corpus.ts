/** English sentences of corpora, suites, labels and other files that people write. Alphabetical by code. */
export const corpus = {} as const;
