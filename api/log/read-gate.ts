import { yaml } from '../../src/config/corpus/yaml-package.ts';
import { ConfigError } from '../../src/errors/gemmark-error.ts';
import { readGate as checkedGate } from '../../src/eval/gate/gate-file.ts';
import type { Gate } from '../../src/eval/gate/gate-rule.ts';
import { readRegularFile } from '../../src/files/read-regular.ts';

/**
 * Reads a gate: the path of a YAML or JSON file, or what one holds, whose errors name `source`. Throws {@link ConfigError}
 * naming file and field.
 */
export function readGate(gate: unknown, source = 'gate'): Gate {
	return typeof gate === 'string' ? fileGate(gate) : checkedGate(gate, source);
}

function fileGate(path: string): Gate {
	let text: string;
	try {
		text = readRegularFile(path).toString('utf8');
	} catch (cause) {
		if (isGateText(path)) {
			throw new ConfigError('gate: takes the path of a file, or what one holds, and was given its text', {
				hint: 'Give it the path, or the text as JSON.parse or a YAML parser reads it.',
				cause,
			});
		}
		throw new ConfigError(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Name a gate file.',
			cause,
		});
	}
	try {
		return checkedGate(parseGate(text), path);
	} catch (cause) {
		if (cause instanceof ConfigError) throw cause;
		const why = cause instanceof Error ? cause.message.split('\n')[0] : '';
		throw new ConfigError(`${path}: neither YAML nor JSON (${why})`, { cause });
	}
}

/** No path reads as an object or a list. */
function isGateText(text: string): boolean {
	try {
		const content = parseGate(text);
		return typeof content === 'object' && content !== null;
	} catch {
		return text.includes('\n');
	}
}

function parseGate(text: string): unknown {
	return yaml().parse(text, { maxAliasCount: 0, logLevel: 'error' });
}
