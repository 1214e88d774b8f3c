import { realpathSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { UsageError } from '../../src/base/errors.ts';
import { policyRun } from '../../src/config/define.ts';
import { fileSha256 } from '../../src/download/cache.ts';
import type { PolicySource } from '../../src/eval/settings.ts';
import { labelledText } from '../../src/eval/summary/decision/standing-text.ts';
import { verdictLine } from '../../src/eval/summary/decision/verdict-text.ts';
import { logPath } from '../../src/log/folder.ts';
import type { AskedChoices, RunChoices } from '../../src/run/run-choices.ts';
import { type DecisionSummary, standingSummary, summarizeDecisions } from '../../src/summary/decisions.ts';
import { singleLine } from '../../src/text/text.ts';
import { type HeldReading, readHeldRun } from '../log/read-run.ts';
import { judgementsBeside } from './judgements.ts';

/**
 * The choices with their policy named: that of the path which the named run took, where it stands in a run. Labels of
 * people beside that run overrule the rule, as in its report. The run is held against `config`, that of the run to be;
 * `onDoubt` is told what of it could not be checked. Throws UsageError naming the run and why it decides no policy,
 * LogError for a log that cannot be read.
 */
export async function decidePolicy(
	choices: AskedChoices,
	reading: Pick<HeldReading, 'config' | 'onDoubt'> = {},
): Promise<RunChoices> {
	const { policy, ...others } = choices;
	const run = policyRun(policy);
	if (run === undefined) return { ...others, policy: policy as RunChoices['policy'] };
	return { ...others, ...(await decidedPolicy(run, reading)) };
}

async function decidedPolicy(
	run: string,
	{ config, onDoubt }: Pick<HeldReading, 'config' | 'onDoubt'>,
): Promise<Required<Pick<RunChoices, 'policy' | 'policyFrom'>>> {
	const file = realpathSync(logPath(run));
	const log = await readHeldRun(file, { config, onDoubt: (line) => onDoubt?.(`--policy from:${run}: ${line}`) });
	const deciding = summarizeDecisions(log, await judgementsBeside(dirname(file), log)).filter(({ decision }) =>
		decision.paths.some((path) => path.policy !== undefined),
	);
	const [first, ...rest] = deciding.map((summary) => pathTaken(summary, run));
	if (first === undefined) throw refused(run, 'no suite of it decides a prefix policy');
	const other = rest.find(({ policy }) => policy !== first.policy);
	if (other !== undefined) {
		throw refused(
			run,
			`its suites disagree: ${first.suite} takes path ${first.path} (${first.policy}), ${other.suite} path ${other.path} (${other.policy})`,
		);
	}
	const policyFrom: PolicySource = {
		run: basename(dirname(file)),
		sha256: await fileSha256(file),
		path: first.path,
	};
	return { policy: first.policy, policyFrom };
}

interface TakenPath {
	readonly suite: string;
	readonly path: string;
	readonly policy: 'push' | 'discard';
}

function pathTaken(summary: DecisionSummary, run: string): TakenPath {
	const { suite, decision } = summary;
	const { verdict, turned } = standingSummary(summary);
	if (turned) throwMixed(summary, run);
	if (verdict.path === undefined) throw refused(run, `${suite.name}: ${verdictLine(summary, verdict)}`);
	const path = decision.paths.find(({ name }) => name === verdict.path);
	if (path?.policy === undefined) throw refused(run, `${suite.name} took path ${verdict.path}, which has no policy`);
	return { suite: suite.name, path: path.name, policy: path.policy };
}

function throwMixed({ suite, verdict, people }: DecisionSummary, run: string): never {
	const rule = verdict.path === undefined ? 'the rule alone takes none' : `the rule alone takes path ${verdict.path}`;
	throw refused(
		run,
		`${suite.name}: ${people === undefined ? '' : labelledText(people)}, which with the rule on the rest takes path ${people?.verdict.path}; ${rule}`,
		'Label the rest with gemmark label, or name push or discard.',
	);
}

function refused(
	run: string,
	why: string,
	hint = 'Name a run that took a path with a policy, or push or discard.',
): UsageError {
	return new UsageError(`--policy from:${run}: decides no policy: ${singleLine(why)}`, {
		hint,
	});
}
