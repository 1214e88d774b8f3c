import type { AppUnderTest } from '../../src/eval/app.ts';
import type { LintFinding } from '../../src/lint/finding.ts';
import { lintPrompt } from '../../src/lint/lint-prompt.ts';
import { type LintTool, lintTool } from '../../src/lint/lint-tool.ts';
import { estimatedTokens } from '../../src/lint/token-counter.ts';
import type { LoadedModel } from '../../src/model/runner.ts';

/** User turns that a context should have room for. */
export const LINTED_TURNS = 10;

/** What the loaded model's template makes of the app's prompt; nothing where the engine renders by itself. */
export async function lintModel(
	model: LoadedModel,
	dialect: string,
	app: AppUnderTest,
): Promise<readonly LintFinding[]> {
	if (model.kind === 'chat') return [];
	const { contextSize } = model.engine;
	return lintPrompt({
		template: model,
		system: app.system,
		tools: toolsOf(app),
		dialect,
		context:
			contextSize === undefined ? undefined : { size: contextSize, turns: LINTED_TURNS, counter: estimatedTokens },
	});
}

/** The tools that a sample begins with. */
export function toolsOf(app: AppUnderTest): readonly LintTool[] {
	const session = app.open();
	try {
		return session.tools.map(lintTool);
	} finally {
		session.close();
	}
}
