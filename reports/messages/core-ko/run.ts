/** Korean of `src/base/messages/run.ts`. Alphabetical by code. */
export const run = {} as const;
