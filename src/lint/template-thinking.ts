import type { Dialect } from '../dialects/dialect.ts';
import type { LintFinding } from './finding.ts';

/** What the template says of thinking. `render` gives its first prompt; without `thinking`, by its own default. */
export function templateThinking(
	dialect: Dialect,
	render: (thinking: boolean | undefined) => string,
): readonly LintFinding[] {
	const [off, on, byDefault] = [render(false), render(true), render(undefined)];
	const note = (message: string): LintFinding => ({ level: 'note', code: 'thinking', message, where: 'template' });
	if (on === off) {
		if (dialect.thinking === undefined) return [];
		return [note(`has no switch for thinking; --thinking on writes ${shown(dialect.thinking.marker)} by itself`)];
	}
	const empty = dialect.thinking !== undefined && off.trimEnd().endsWith(dialect.thinking.close);
	const findings = [
		note(`enable_thinking switches thinking${empty ? '; off, it opens the answer with an empty thought' : ''}`),
	];
	if (byDefault === off) return findings;
	const message =
		'thinks unless it is told enable_thinking: false, so a server that is sent nothing spends tokens on thought';
	return [...findings, { level: 'warning', code: 'thinking-by-default', message, where: 'template' }];
}

function shown(marker: string): string {
	return marker.trimEnd();
}
