/** English sentences of what lint finds, and templates and dialects. Alphabetical by code. */
export const lint = {} as const;
