import { dialectOf, noHistory, thinkingOf } from '../dialects/conversation/open-conversation.ts';
import { UsageError } from '../errors/gemmark-error.ts';
import type { RunSettings } from '../eval/run-settings.ts';
import type { Suite } from '../eval/suite/suite.ts';
import type { LogHeader } from '../log/record.ts';
import { differingFields } from '../log/same-run.ts';
import type { LoadedModel } from '../model/runner.ts';
import { packageVersion } from '../package/package-root.ts';

/** What a worker needs for the samples of a run. */
export interface FitWork {
	readonly suites: readonly Suite[];
	readonly settings: RunSettings;
}

/** What a worker brings. */
export interface WorkerParts {
	readonly model: LoadedModel;
	/** Of its config, where that is a module. */
	readonly code?: LogHeader['code'];
	/** As the run would tell it; absent: the run's own. */
	readonly app?: LogHeader['app'];
}

/**
 * The work of a run, or why this worker must not do it: its samples would not belong with the others. Engines may
 * differ, as devices do; the log records each worker's.
 */
export async function fitWork(
	header: LogHeader,
	{ model, code, app = header.app }: WorkerParts,
	suitesNamed: (names: readonly string[]) => Promise<readonly Suite[]>,
): Promise<FitWork | string> {
	if (header.gemmark !== packageVersion()) return `it is of gemmark ${header.gemmark}, this is ${packageVersion()}`;
	const settings = wholeSettings(header);
	if (settings === undefined) return 'it does not tell its settings';
	let suites: readonly Suite[];
	let dialect: string;
	try {
		suites = await suitesNamed(header.suites.map(({ name }) => name));
		dialect = dialectOf(model, settings.dialect);
		thinkingOf(model, dialect, settings.thinking ?? 'off');
	} catch (error) {
		if (error instanceof UsageError) return error.message;
		throw error;
	}
	const [field] = differingFields(header, {
		...header,
		code,
		...(app && { app }),
		model: model.identity,
		settings: { ...settings, dialect },
		suites: header.suites.map((logged, index) => {
			const { version, corpus, settings } = suites[index] ?? logged;
			return { ...logged, version, corpus, settings };
		}),
	});
	if (field !== undefined) return `${field} differs: ${describe(header, model, field)}`;
	if (needsGrammar(header, suites) && !(model.kind === 'raw' && model.grammar)) {
		return 'it decodes under a grammar, which this engine cannot';
	}
	const refused = suites.some(({ needsHistory }) => needsHistory === true) ? noHistory(model) : undefined;
	if (refused !== undefined) return refused;
	const { samplers } = model;
	const missing = (['topK', 'topP'] as const).find(
		(sampler) => settings[sampler] !== undefined && samplers !== undefined && !samplers.includes(sampler),
	);
	if (missing !== undefined) return `it samples by ${missing}, which this engine cannot`;
	return { suites, settings };
}

function describe(header: LogHeader, model: LoadedModel, field: string): string {
	if (field !== 'model') return `this worker does not have the run's own`;
	const shown = ({ name, sha256 }: LogHeader['model']): string =>
		sha256 === undefined ? name : `${name} (${sha256.slice(0, 12)})`;
	return `it wants ${shown(header.model)}, this is ${shown(model.identity)}`;
}

function needsGrammar(header: LogHeader, suites: readonly Suite[]): boolean {
	return suites.some(({ arms }, index) =>
		arms.some(
			({ name, needsGrammar: needed }) =>
				needed === true && !header.suites[index]?.skipped.some(({ arm }) => arm === name),
		),
	);
}

/** Settings that a queue told: all that a solver needs must be there. */
function wholeSettings({ settings }: LogHeader): RunSettings | undefined {
	const { seed, temperature, maxTokens, deadlineMs, policy, reading, dialect, reflection } = settings;
	if (seed === undefined || temperature === undefined || maxTokens === undefined || deadlineMs === undefined) {
		return undefined;
	}
	if (policy === undefined || reading === undefined || dialect === undefined || reflection === undefined) {
		return undefined;
	}
	return { ...settings, seed, temperature, maxTokens, deadlineMs, policy, reading, dialect, reflection };
}
