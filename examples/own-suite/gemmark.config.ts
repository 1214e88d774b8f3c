import { defineConfig, defineScorer, defineSuite, defineTool, scorers } from 'gemmark';
import { z } from 'zod';

const toMetric = defineTool({
	name: 'to_metric',
	description: 'Converts cups into millilitres.',
	schema: z.object({ cups: z.number() }),
	handler: ({ cups }) => ({ type: 'ok', data: `${cups * 240} ml` }),
});

const metric = defineScorer({
	name: 'metric',
	title: 'answers in metric units',
	main: true,
	score(_sample, { answer = '' }) {
		if (/\d\s?(?:cups?|oz|lb|°F)/u.test(answer)) return { value: false, reason: 'imperial' };
		return /\d\s?(?:g|kg|ml|l|°C)/u.test(answer) ? true : { value: false, reason: 'no-amount', detail: answer };
	},
});

const expects = (cups: number) => [{ tool: 'to_metric', arguments: { cups } }];

export default defineConfig({
	app: { name: 'kitchen-units', language: 'en', system: 'Answer in metric units.', tools: [toMetric] },
	suites: [
		defineSuite({
			name: 'units',
			samples: [
				{ id: 'milk', input: 'How much is 2 cups of milk?', expected: expects(2) },
				{ id: 'rice', input: 'I need half a cup of rice', expected: expects(0.5) },
				{ id: 'tea', input: 'Is 1 cup of tea more than 200 ml?', expected: expects(1) },
			],
			scorers: [metric, scorers.calledTool(), scorers.argumentsMatch()],
		}),
	],
	gate: 'gate.yaml',
});
