import { ConfigError, GemmarkError } from '../../src/base/errors.ts';
import { thrownPlace } from '../../src/base/thrown.ts';
import type { AppUnderTest } from '../../src/eval/app.ts';
import { lintPrompt } from '../../src/lint/lint-prompt.ts';
import {
	estimatedTokens,
	type LintFinding,
	type LintTool,
	lintTool,
	type TokenCounter,
} from '../../src/lint/subject.ts';
import type { Thinking } from '../../src/model/conversation.ts';
import type { LoadedModel, RawModel } from '../../src/model/runner.ts';

/** User turns that a context should have room for. */
export const LINTED_TURNS = 10;

/** What the loaded model's template makes of the app's prompt. Of an engine that renders by itself only that tools never reach it. */
export async function lintModel(
	model: LoadedModel,
	dialect: string,
	app: AppUnderTest,
	thinking: Thinking,
): Promise<readonly LintFinding[]> {
	if (model.kind === 'chat') {
		const { unseenTools: message } = model;
		if (message === undefined || toolsOf(app).length === 0) return [];
		return [{ level: 'error', code: 'no-tool-support', message, where: 'template' }];
	}
	const { contextSize } = model.engine;
	const counter = await counterOf(model);
	return lintPrompt({
		template: model,
		system: app.system,
		tools: toolsOf(app),
		dialect,
		thinking,
		context: contextSize === undefined ? undefined : { size: contextSize, turns: LINTED_TURNS, counter },
	});
}

/** An engine that fails here fails at the first sample too, which then tells why. */
async function counterOf(model: RawModel): Promise<TokenCounter> {
	try {
		await model.countTokens?.('');
	} catch {
		return estimatedTokens;
	}
	const { countTokens: count } = model;
	return count === undefined ? estimatedTokens : { exact: true, count };
}

/** The tools that a sample begins with. Throws ConfigError where the app's own code throws. */
export function toolsOf(app: AppUnderTest): readonly LintTool[] {
	try {
		const session = app.open();
		try {
			return session.tools.map(lintTool);
		} finally {
			session.close();
		}
	} catch (thrown) {
		if (thrown instanceof GemmarkError) throw thrown;
		throw new ConfigError(`app ${app.name}: throws ${thrownPlace(thrown)}`, {
			hint: 'Correct the app: it is opened once for each sample, and before them for its tools.',
			cause: thrown,
		});
	}
}
