import { ConfigError } from '../errors/gemmark-error.ts';
import type { ToolDefinition } from './definition.ts';
import { requireObjectSchema } from './schema/object-schema.ts';

/** The tools a session offers, found by name in O(1). Their source does not matter: local handlers or a server. */
export class ToolRegistry<Deps> {
	readonly #tools = new Map<string, ToolDefinition<Deps>>();

	/** @throws ConfigError where two tools share a name, or the schema of one is no `z.object`. */
	constructor(definitions: Iterable<ToolDefinition<Deps>>) {
		for (const tool of definitions) {
			requireObjectSchema(tool);
			if (this.#tools.has(tool.name)) {
				throw new ConfigError(`tool ${tool.name}: declared twice`, {
					hint: 'Rename one of them, or prefix the names of one source.',
				});
			}
			this.#tools.set(tool.name, tool);
		}
	}

	byName(name: string): ToolDefinition<Deps> | undefined {
		return this.#tools.get(name);
	}

	/** In order of declaration. */
	allDefinitions(): readonly ToolDefinition<Deps>[] {
		return [...this.#tools.values()];
	}
}
