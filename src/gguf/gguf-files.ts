import { readdirSync } from 'node:fs';

/** Names of the GGUF files in a folder and those below it, sorted; none of a folder that cannot be read. */
export function ggufFiles(folder: string): readonly string[] {
	try {
		const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
		return names.filter((name) => name.endsWith('.gguf')).sort();
	} catch {
		return [];
	}
}
