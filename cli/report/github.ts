import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gateLineText } from '../../reports/gate-text.ts';
import { singleLine } from '../../reports/terminal/text.ts';
import type { Log } from '../../src/log/record.ts';
import type { GateResult } from '../../src/summary/gate/gate.ts';
import { runName } from '../../src/summary/summarize.ts';

/**
 * In a GitHub workflow: the run's `summary.md` becomes part of the step's summary, and each rule of a gate that was not
 * passed an annotation that names the run. Elsewhere nothing. `out` is absent where no report could be written.
 * Source: docs.github.com, Workflow commands (2026-11).
 */
export function tellGithub(
	{ log, out }: { readonly log: Pick<Log, 'header'>; readonly out: string | undefined },
	gate: GateResult | undefined,
	env: NodeJS.ProcessEnv = process.env,
	print: (line: string) => void = (line) => process.stdout.write(`${line}\n`),
): void {
	if (env.GITHUB_ACTIONS !== 'true') return;
	const title = escapedProperty(`gemmark gate: ${singleLine(runName(log.header))}`);
	for (const line of gate?.lines ?? []) {
		if (line.status !== 'pass')
			print(`::${LEVELS[line.status]} title=${title}::${escaped(singleLine(gateLineText(line)))}`);
	}
	const summary = env.GITHUB_STEP_SUMMARY;
	if (summary === undefined || summary === '' || out === undefined) return;
	try {
		appendFileSync(summary, readFileSync(join(out, 'summary.md')));
	} catch (cause) {
		const code = (cause as NodeJS.ErrnoException).code ?? 'unknown';
		print(`::warning title=gemmark::the step summary cannot be written (${escaped(code)})`);
	}
}

const LEVELS = { fail: 'error', undecided: 'error', 'soft-fail': 'warning', 'soft-undecided': 'warning' } as const;

/** Of a workflow command's text, what would end it or begin another. */
function escaped(text: string): string {
	return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/** Of a property of a command, also what would end the property. */
function escapedProperty(text: string): string {
	return escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
