/** English sentences of gates, baselines and comparisons. Alphabetical by code. */
export const gate = {} as const;
