/** Korean of `src/base/messages/score.ts`. Alphabetical by code. */
export const score = {} as const;
