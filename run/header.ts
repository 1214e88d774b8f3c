import { packageVersion } from '../src/base/read-file.ts';
import { doubtful, findingMessage } from '../src/lint/subject.ts';
import { type LogHeader, namedHeader, versionOf } from '../src/log/record.ts';
import type { RawModel } from '../src/model/runner.ts';
import { machineZone } from '../src/text/local-time.ts';
import { runSettings, unusedSamplers } from './choices.ts';
import { loggedApp } from './compose/compose-app.ts';
import { gitIdentity, hostIdentity, repeatCommand, surplusThreads } from './host.ts';
import { lintModel } from './lint.ts';
import type { LoadedRun, RunHeader } from './run-log.ts';

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
