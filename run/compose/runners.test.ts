import { expect, it } from 'vitest';
import { z } from 'zod';
import { declaredOptions } from '../../src/model/runner.ts';
import { declareRunners, RUNNER_NAMES } from './runners.ts';

it('options of runners in a help are those of their schemas', async () => {
	const schemas: [name: string, options: unknown][] = [];
	for (const name of RUNNER_NAMES) {
		const module: Record<string, unknown> = await import(`../../runners/${name}/options.ts`);
		const options = Object.values(module).find((one) => one instanceof z.ZodType);
		if (options === undefined) throw new Error(`${name} has options`);
		schemas.push([name, Object.fromEntries(declaredOptions({ name, options: options as z.ZodType<object> }))]);
	}
	// After a change of a runner's options: npx vitest run --project unit run/compose/runners.test.ts -u
	const json = `${JSON.stringify(Object.fromEntries(schemas), undefined, '\t')}\n`;
	await expect(json).toMatchFileSnapshot('declared-options.json');
	const declared = (await declareRunners()).map(({ name, options }) => [name, Object.fromEntries(options)]);
	expect(declared).toEqual(JSON.parse(JSON.stringify(schemas)));
});
