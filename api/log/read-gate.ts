import { parse } from 'yaml';
import { ConfigError } from '../../src/errors/gemmark-error.ts';
import type { Gate } from '../../src/eval/gate/gate.ts';
import { readGate as checkedGate } from '../../src/eval/gate/gate-file.ts';
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
		throw new ConfigError(`${path}: cannot be read (${(cause as NodeJS.ErrnoException).code ?? 'unknown'})`, {
			hint: 'Name a gate file with --gate.',
			cause,
		});
	}
	let content: unknown;
	try {
		content = parse(text, { maxAliasCount: 0, logLevel: 'error' });
	} catch (cause) {
		throw new ConfigError(
			`${path}: neither YAML nor JSON (${cause instanceof Error ? cause.message.split('\n')[0] : ''})`,
			{
				cause,
			},
		);
	}
	return checkedGate(content, path);
}
