import type { Command } from 'commander';
import { UsageError } from '../../src/base/errors.ts';
import type { Composition } from '../../src/run/compose/compose.ts';
import type { LoadedGate } from '../../src/run/results/judge.ts';
import { filled, repeated } from '../flags/option-values.ts';

/** What any command takes that can hold a run against a gate. */
export interface GateRequest {
	readonly gate?: string | undefined;
	/** Run, or file of `--save-baseline`, that the gate compares with. */
	readonly baseline?: string | undefined;
	/** Fields in which compared runs may differ beyond what comparing them means. */
	readonly allow?: readonly string[] | undefined;
	/** File that takes what later gates compare with. */
	readonly saveBaseline?: string | undefined;
}

/** What commands take that tell what runs came to. */
export interface ConfigRequest {
	/** File of a config whose suites the runs' scores are held against. */
	readonly config?: string | undefined;
}

export function addConfigOption(command: Command): Command {
	return command.option(
		'--config <file>',
		'config of the runs: its code is run, and their scores are held against its suites',
		filled,
	);
}

export function addGateOptions(command: Command): Command {
	return command
		.option('--gate <file>', 'thresholds; exit code 1 when one fails', filled)
		.option('--baseline <run>', 'run, or file of --save-baseline, that the gate compares with', filled)
		.option(
			'--allow <field>',
			'field in which compared runs may differ, or with --resume: code; may stand more than once',
			repeated,
		)
		.option('--save-baseline <file>', 'keep what later gates compare with, small enough to commit', filled);
}

/** Reads gate and baseline, it with the config that the user named, before anything is written. Throws ConfigError, UsageError. */
export async function openGate(
	{ gate, baseline, saveBaseline }: GateRequest,
	config?: Composition,
): Promise<LoadedGate | undefined> {
	if (saveBaseline !== undefined)
		(await import('../../src/run/results/baseline-file.ts')).requireBaselinePlace(saveBaseline);
	if (gate !== undefined)
		return (await import('../../src/run/results/judge.ts')).loadGateAndBaseline(gate, baseline, { config });
	if (baseline === undefined) return undefined;
	throw new UsageError('--baseline is what a gate compares with, but there is no --gate', { hint: 'Add --gate FILE.' });
}
