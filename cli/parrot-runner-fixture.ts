/**
 * Fixture: the source of a runner that needs no engine, `parrot`, for somebody else's config, which imports `z`. `saidTo` is
 * the source of a function from a prompt and the model's name to the answer.
 */
export function parrotRunner(saidTo: string): string {
	return `
const saidTo = ${saidTo};

const parrot = {
	name: 'parrot',
	modelSource: 'name',
	options: z.strictObject({}),
	load: async ({ model }) => ({
		kind: 'raw',
		identity: { name: model || 'parrot', miniature: false },
		engine: { runner: 'parrot', version: '1' },
		loadMs: 0,
		chatTemplate: "{% for message in messages %}<start_of_turn>{{ message.role }}\\n{{ message.content }}<end_of_turn>\\n{% endfor %}<start_of_turn>model\\n",
		bosToken: '',
		eosToken: '<eos>',
		grammar: false,
		completer: {
			async *complete({ parts }) {
				const startedAt = performance.now();
				const text = saidTo(parts.map(({ text }) => text).join(''), model);
				yield { type: 'pieces', pieces: [{ text, atMs: performance.now() - startedAt }] };
				const totalMs = performance.now() - startedAt;
				yield { type: 'end', finish: { unified: 'stop', raw: 'eos' }, usage: { outputTokens: text.split(" ").length }, source: 'wall-clock', totalMs };
			},
		},
		peakRssBytes: async () => undefined,
		dispose: async () => undefined,
	}),
};
`.trim();
}
