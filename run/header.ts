import type { Said } from '../src/base/message.ts';
import { packageVersion } from '../src/base/read-file.ts';
import type { CodeFile } from '../src/corpus/manifest.ts';
import type { AppUnderTest } from '../src/eval/app.ts';
import type { SuitePlan } from '../src/eval/plan.ts';
import { declaredSuite } from '../src/eval/run.ts';
import type { RunSettings } from '../src/eval/settings.ts';
import type { LintFinding } from '../src/lint/subject.ts';
import { LOG_VERSION, type LoggedTemplate, type LogHeader, namedHeader } from '../src/log/record.ts';
import type { LoadedModel, RawModel } from '../src/model/runner.ts';
import { machineZone } from '../src/text/local-time.ts';
import { loggedApp } from './compose/compose-app.ts';
import { gitIdentity, hostIdentity, repeatCommand } from './host.ts';

/** All that a run says of itself before its first sample. */
export interface DeclaredRun {
	/** Name that the config gives the target. */
	readonly target?: string;
	readonly model: LoadedModel;
	readonly app: AppUnderTest;
	readonly settings: RunSettings;
	/** What puts its results in doubt. */
	readonly warnings?: readonly Said[];
	/** What the app's prompt came to in the model's template. */
	readonly lint?: readonly LintFinding[];
	/** Identity of this run beyond model, engine, settings and suites. */
	readonly origin: Pick<LogHeader, 'gemmark' | 'startedAt' | 'timeZone' | 'host' | 'git' | 'command'>;
	/** Of the config, where it is a module. */
	readonly code?: readonly CodeFile[];
	/** Where the run takes turns with others: the id that all of them have. */
	readonly interleaved?: string;
}

/** What the first line of a run's log says: who was asked what, by whom, and how. */
export function logHeader(run: DeclaredRun, plans: readonly SuitePlan[]): LogHeader {
	return namedHeader({
		type: 'header',
		version: LOG_VERSION,
		...run.origin,
		host: run.model.host ?? run.origin.host,
		target: run.target,
		model: run.model.identity,
		engine: run.model.engine,
		...(run.model.kind === 'raw' ? { template: templateOf(run.model) } : {}),
		loadMs: run.model.loadMs,
		settings: run.settings,
		...(run.warnings !== undefined && run.warnings.length > 0 && { warnings: run.warnings }),
		...(run.lint !== undefined && run.lint.length > 0 && { lint: run.lint }),
		app: loggedApp(run.app, run.model.engine),
		code: run.code,
		interleaved: run.interleaved,
		suites: plans.map(({ suite, skipped, planned, plan }) => declaredSuite(suite, { skipped, planned, plan })),
	});
}

function templateOf({ chatTemplate, bosToken, eosToken, addsBos }: RawModel): LoggedTemplate {
	return { source: chatTemplate, bosToken, eosToken, addsBos };
}

/** Where and when a run happens, and the command that repeats it. */
export function runOrigin(
	command: string = repeatCommand(process.argv),
): Pick<LogHeader, 'gemmark' | 'startedAt' | 'timeZone' | 'host' | 'git' | 'command'> {
	const git = gitIdentity(process.cwd());
	return {
		gemmark: packageVersion(),
		startedAt: new Date().toISOString(),
		timeZone: machineZone(),
		host: hostIdentity(),
		...(git === undefined ? {} : { git }),
		command,
	};
}
