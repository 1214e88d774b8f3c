/** English sentences of configs, and apps, tools and MCP servers that a config names. Alphabetical by code. */
export const config = {} as const;
