// A test for device farms, in the app's own test bundle (XCTest, hosted by the app). A kill costs one of the starts, and the next one
// goes on where the farm starts the app again. Never compiled by gemmark: see README.md.
import LiteRTLM
import UIKit
import XCTest

/// Plan and model: resources of the debug build. Answers: its documents, which the farm takes from the container.
final class GemmarkPlanTests: XCTestCase {
    func testStart1() throws { try play() }

    func testStart2() throws { try play() }

    func testStart3() throws { try play() }

    func testStart4() throws { try play() }

    private func play() throws {
        let state = DeviceState()
        let model = try XCTUnwrap(Bundle.main.urls(forResourcesWithExtension: "litertlm", subdirectory: nil)?.first)
        let plan = try XCTUnwrap(Bundle.main.url(forResource: "plan", withExtension: "jsonl"))
        let folder = FileManager.default.urls(for: .documentDirectory, in: .userDomainMask)[0]
        let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask)[0]
        let played = expectation(description: "the plan is played")
        let device = UIDevice.current
        let (kind, os) = (device.model, "\(device.systemName) \(device.systemVersion)")
        Thread.detachNewThread {
            do {
                let client = GemmarkClient(
                    app: ["name": Bundle.main.bundleIdentifier ?? "app", "version": "test"],
                    device: kind, os: os,
                    runtime: try LiteRtLmRuntime(model: model, backend: .gpu, version: "0.17.0", cacheDir: caches),
                    state: state.read,
                    show: { print($0) })
                XCTAssertTrue(try FileTransport(client, plan: plan, answers: folder.appendingPathComponent("answers.jsonl")).play())
            } catch {
                XCTFail("\(error)")
            }
            played.fulfill()
        }
        wait(for: [played], timeout: 3600)
    }
}
