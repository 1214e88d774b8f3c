import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { habitCoach } from '../../../../app/habit-coach/index.ts';
import { loadOwnPrompt } from '../../../../src/corpus/corpus-files.ts';
import { PromptRenderer } from '../../../../src/dialects/prompt/renderer.ts';
import { emitFrameCandidatesTool } from '../../../../src/frame/candidates.ts';
import { frameSystemSection } from '../../../../src/frame/prompt.ts';
import { declareTool } from '../../../../src/tool/declaration.ts';
import type { TrainingRow } from '../training-data.ts';

/** What every prompt of a suite begins with, rendered as the runners render it, up to where the samples differ. */
export function renderHeads(): Readonly<Record<TrainingRow['head'], string>> {
	const renderer = new PromptRenderer({
		chatTemplate: readFileSync(join(import.meta.dirname, '../../../../models/mini/template.jinja'), 'utf8'),
		bosToken: '<bos>',
		eosToken: '<eos>',
		turnOpen: '<|turn>',
	});
	const coach = habitCoach();
	const session = coach.open();
	const tools = session.tools.map((tool) => declareTool(tool));
	session.close();
	const chat = renderer.render({ system: coach.system, tools, userText: 'A' });
	const shared = frameSystemSection(loadOwnPrompt('frame').text);
	const frame = renderer.render({
		tools: [emitFrameCandidatesTool],
		userText: `${shared}A`,
		sharedUserText: shared,
	});
	return { chat: chat.text.slice(0, chat.sharedChars), frame: frame.text.slice(0, frame.sharedChars) };
}
