import { parrotRunner } from '../parrot-runner-fixture.ts';

/**
 * Fixture: a config of somebody else's with one suite of its own, `units`. Of its five samples two have `turns`, which are
 * asked in place of their input; the runner says the same to all. It says on stderr that it is run. No engine is needed.
 */
export const OWN_SUITE_CONFIG: string = `
import { defineApp, defineConfig, defineSuite } from 'gemmark';
import { z } from 'zod';

${parrotRunner("() => 'It is 480 ml.'")}

async function talk(sample, context) {
	const conversation = context.openConversation({ system: 'Answer in metric units.', tools: [] });
	const messages = [];
	for (const text of sample.turns ?? [sample.input]) {
		messages.push({ role: 'user', text });
		let said = '';
		for await (const event of conversation.sendChatTurn({ type: 'user', text })) if (event.type === 'text') said += event.text;
		messages.push({ role: 'model', text: said });
	}
	return { messages, facts: {} };
}

const units = defineSuite({
	name: 'units',
	samples: [
		{ id: 'milk', input: 'How much is 2 cups of milk?' },
		{ id: 'rice', input: 'And 2 cups of rice?' },
		{ id: 'oil', input: 'And 2 cups of oil?' },
		{ id: 'later', input: 'a cup, asked late', turns: ['Hello.', 'What is a cup?'] },
		{ id: 'again', input: 'a cup, asked twice', turns: ['What is a cup?', 'Are you sure? I asked: How much is 2 cups of milk?'] },
	],
	solve: talk,
	groups: ({ turns }) => ({ asked: turns === undefined ? 'at once' : 'later' }),
	scorers: [{ name: 'metric', main: true, score: (_sample, { answer = '' }) => /\\d ml/u.test(answer) }],
	decision: { hits: 3, of: 5, paths: { ship: { title: 'ship it' }, wait: { title: 'wait' } } },
});

export default () => {
	process.stderr.write('the code of the config is run\\n');
	return defineConfig({
		app: defineApp({ name: 'kitchen', language: 'en', system: 'Answer.', open: () => ({ tools: [], snapshot: () => ({}), close: () => undefined }) }),
		suites: [units],
		targets: [{ runner: parrot, model: 'grey' }],
	});
};
`;
