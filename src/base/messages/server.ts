/** English sentences of servers that speak the OpenAI protocol. Alphabetical by code. */
export const server = {} as const;
