import { packageVersion } from '../../src/base/read-file.ts';
import { noHistory, openConversation } from '../../src/dialects/conversation/open-conversation.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import type { InTurn } from '../../src/eval/evaluate/evaluate-plan.ts';
import type { AskerOptions } from '../../src/eval/evaluate/sample-record.ts';
import { type PlanChoices, planRun, type SuitePlan } from '../../src/eval/plan.ts';
import type { RunSettings } from '../../src/eval/settings.ts';
import type { Suite } from '../../src/eval/suite.ts';
import { doubtful, findingMessage } from '../../src/lint/subject.ts';
import { sampleProblem } from '../../src/log/line.ts';
import { type LogHeader, namedHeader, versionOf } from '../../src/log/record.ts';
import type { LoadedModel, RawModel } from '../../src/model/runner.ts';
import { machineZone } from '../../src/text/local-time.ts';
import { runSettings, unusedSamplers } from '../choices.ts';
import { loggedApp } from '../compose/compose-app.ts';
import type { OpenedTarget } from '../compose/load.ts';
import { fileOptions, gitIdentity, hostIdentity, repeatCommand, surplusThreads } from '../host.ts';
import { lintModel } from '../lint.ts';
import type { Prepared, RunProgress, RunRequest } from '../prepare.ts';

/** A loaded target and the suites that it is asked. */
export interface LoadedRun {
	readonly prepared: Prepared;
	readonly request: RunRequest;
	readonly suites: readonly Suite[];
	readonly target: Partial<Pick<OpenedTarget, 'name' | 'step' | 'asked'>>;
	readonly model: LoadedModel;
	/** Absent: `results/<time>-<model>`. */
	readonly out?: string;
	/** Folder of the run to continue. */
	readonly resumed?: string;
	/** Where the run takes turns with others: the id that all of them have. */
	readonly interleaved?: string;
	/** How the run alternates with others. */
	readonly inTurn?: InTurn;
	/** Ask of all suites from the start, not of one after the other: a run that may end early has some of each. */
	readonly spread?: boolean;
	readonly onProgress?: (progress: Omit<RunProgress, 'title'>) => void;
}

/** The header of a run, whose settings are all known. */
export interface RunHeader extends LogHeader {
	readonly settings: RunSettings;
}

/** What the first line of a run's log says before its work is planned: who is asked what, by whom, and how. */
export async function runHeader({ prepared, suites, target, model, interleaved }: LoadedRun): Promise<RunHeader> {
	const { choices, composition } = prepared;
	const { app, code } = composition;
	const settings = runSettings(choices, model, app.system);
	const lint = await lintModel(model, settings.dialect, app, choices.thinking);
	const warnings = [
		...unusedSamplers(choices, model),
		...surplusThreads(model.engine),
		...doubtful(lint).map(findingMessage),
		...suites.flatMap((suite) => suite.warnings ?? []),
	];
	const origin = runOrigin();
	const header = namedHeader({
		type: 'header',
		version: versionOf(settings),
		...origin,
		host: model.host ?? origin.host,
		target: target.name,
		step: target.step,
		files: fileOptions(target.asked),
		model: model.identity,
		engine: model.engine,
		template: model.kind === 'raw' ? templateOf(model) : undefined,
		loadMs: model.loadMs,
		settings,
		warnings: warnings.length === 0 ? undefined : warnings,
		lint: lint.length === 0 ? undefined : lint,
		app: loggedApp(app, model.engine),
		code,
		interleaved,
		suites: [],
	});
	return { ...header, settings };
}

function templateOf({ chatTemplate, bosToken, eosToken, addsBos }: RawModel): LogHeader['template'] {
	return { source: chatTemplate, bosToken, eosToken, addsBos };
}

/** Where and when a run happens, and the command that repeats it. */
export function runOrigin(
	command: string = repeatCommand(process.argv),
): Pick<LogHeader, 'gemmark' | 'startedAt' | 'timeZone' | 'host' | 'git' | 'command'> {
	return {
		gemmark: packageVersion(),
		startedAt: new Date().toISOString(),
		timeZone: machineZone(),
		host: hostIdentity(),
		git: gitIdentity(process.cwd()),
		command,
	};
}

/** The work that a loaded model can do of suites. Throws UsageError for a suite that it cannot be asked. */
export function planFor(model: LoadedModel, suites: readonly Suite[], settings: PlanChoices): readonly SuitePlan[] {
	return planRun(suites, settings, { grammar: model.kind === 'raw' && model.grammar, noHistory: noHistory(model) });
}

/** How every sample of a run, a session and a worker is asked. */
export function asking(model: LoadedModel, app: AppUnderTest, settings: RunSettings): AskerOptions {
	return {
		openConversation: (options) => openConversation(model, settings.dialect, options),
		watchSample: model.watchSample?.bind(model),
		app,
		settings,
		problemOf: sampleProblem,
	};
}
