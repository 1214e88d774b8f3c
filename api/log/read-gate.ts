import { ConfigError } from '../../src/base/errors.ts';
import { readTextFile } from '../../src/base/read-file.ts';
import { MAX_DATA_BYTES, yaml } from '../../src/config/data-text.ts';
import { readGate as checkedGate, type Gate } from '../../src/summary/gate/rules.ts';

/**
 * Reads a gate: the path of a YAML or JSON file, or what one holds, whose errors name `source`. Throws {@link ConfigError}
 * naming file and field.
 */
export function readGate(gate: unknown, source = 'gate'): Gate {
	return typeof gate === 'string' ? fileGate(gate) : checkedGate(gate, source);
}

function fileGate(path: string): Gate {
	const text = gateText(path);
	try {
		return checkedGate(parseGate(text), path);
	} catch (cause) {
		if (cause instanceof ConfigError) throw cause;
		const why = cause instanceof Error ? cause.message.split('\n')[0] : '';
		throw new ConfigError(`${path}: neither YAML nor JSON (${why})`, { cause });
	}
}

function gateText(path: string): string {
	try {
		return readTextFile(path, MAX_DATA_BYTES).text;
	} catch (cause) {
		if (!isGateText(path)) throw cause;
		throw new ConfigError('gate: takes the path of a file, or what one holds, and was given its text', {
			hint: 'Give it the path, or the text as JSON.parse or a YAML parser reads it.',
			cause,
		});
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
