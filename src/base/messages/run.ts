/** English sentences of warnings, logs, skipped variants, resumed and merged runs. Alphabetical by code. */
export const run = {} as const;
