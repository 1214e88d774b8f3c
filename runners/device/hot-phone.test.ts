import { describe, expect, it } from 'vitest';
import { message } from '../../src/base/message.ts';
import { expectAnswer, pair } from './paired-app-fixture.ts';

describe('a phone that gets hot', () => {
	it('has its states on the timeline of the sample, whose times are marked', async () => {
		const { model, app } = await pair();
		const sample = await model.watchSample?.(undefined);
		app.say({
			type: 'state',
			memoryBytes: 2e9,
			memoryKind: 'pss',
			thermal: 'severe',
			battery: 41,
			powerSave: true,
			headroom: 0.9,
			temperatureC: -4.5,
			chargeUah: 3e6,
			availableBytes: 1e9,
			background: true,
		});
		await expectAnswer(model, app);
		expect(sample?.timeline()).toMatchObject({
			states: [
				{
					memoryBytes: 2e9,
					memoryKind: 'pss',
					thermal: 'severe',
					battery: 41,
					headroom: 0.9,
					temperatureC: -4.5,
					chargeUah: 3e6,
					availableBytes: 1e9,
					background: true,
				},
			],
			notComparable: [
				message('device.throttled', { status: 'severe' }),
				message('device.saved-power'),
				message('device.in-background'),
			],
		});
		expect(await model.peakRssBytes()).toBe(2e9);
	});

	it('is waited for until it is nominal', async () => {
		const { model, app } = await pair({ coolDown: 'nominal' });
		app.say({ type: 'state', thermal: 'nominal' });
		await model.watchSample?.(undefined);
		app.say({ type: 'state', thermal: 'severe' });
		await expectAnswer(model, app);
		let cool = false;
		const waited = model.watchSample?.(undefined).then(() => cool);
		setTimeout(() => {
			cool = true;
			app.say({ type: 'state', thermal: 'nominal' });
		}, 50);
		expect(await waited).toBe(true);
	});

	it('is waited for before its first sample too', async () => {
		const { model, app } = await pair({ coolDown: 'nominal' });
		const order: string[] = [];
		const began = model.watchSample?.(undefined).then(() => order.push('sample'));
		for (const [ms, thermal] of [
			[50, 'severe'],
			[400, 'nominal'],
		] as const) {
			setTimeout(() => {
				order.push(thermal);
				app.say({ type: 'state', thermal });
			}, ms);
		}
		await began;
		expect(order).toEqual(['severe', 'nominal', 'sample']);
	});
});
