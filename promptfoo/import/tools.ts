import { isJsonObject, type JsonValue } from '../../src/index.ts';
import { isReadable, namedFile, readData } from './imported-file.ts';
import type { Refusals, Written } from './refusals.ts';

/** The tools that the first provider with some declares, as it writes them (OpenAI functions); empty where none does. */
export function readTools({ value, place, at }: Written, folder: string, refusals: Refusals): readonly JsonValue[] {
	const providers: readonly unknown[] = Array.isArray(value) ? value : [value];
	for (const [index, provider] of providers.entries()) {
		const config = isJsonObject(provider) && isJsonObject(provider.config) ? provider.config : {};
		if (config.tools === undefined) continue;
		const here = [...at, ...(Array.isArray(value) ? [index] : []), 'config', 'tools'];
		const file = namedFile(config.tools, folder);
		if (file !== undefined && !isReadable(file, ['.json', '.yaml', '.yml'])) {
			refusals.add(place, here, `${file}: is no YAML or JSON file that is there`);
			continue;
		}
		const tools = file === undefined ? config.tools : readData(file).content;
		if (Array.isArray(tools)) return tools as readonly JsonValue[];
		refusals.add(place, here, 'are no list');
	}
	return [];
}
