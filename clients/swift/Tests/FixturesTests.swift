// `swift test` plays the plans of clients/fixtures with what an app answered there, and compares what this client writes. The twin of
// Fixtures.kt and plan-cases-fixture.ts. Never run by gemmark: see README.md.
import XCTest

@testable import GemmarkClient

/// What the app said in the last try of each ask.
private final class Script {
    let hello: Json
    private var parts: [Int: [Json]] = [:]
    private var byText: [String: Int] = [:]

    init(_ file: URL) throws {
        let messages = linesOf(try Data(contentsOf: file)).compactMap(messageOf)
        hello = messages.last { $0["type"] as? String == "hello" }!
        for message in messages {
            guard let ask = message["ask"] as? Int else { continue }
            if message["type"] as? String != "ask" {
                parts[ask]!.append(message)
            } else {
                parts[ask] = []
                byText[message["text"] as! String] = ask
            }
        }
    }

    func partsOf(_ text: String) -> [Json] { parts[byText[text]!]! }
}

private final class ScriptedApp: Controller, Runtime {
    private let script: Script
    @Shared private var stopped = false

    init(_ script: Script) {
        self.script = script
    }

    func facts() -> Json { script.hello.filter { $0.key != "exit" && $0.key != "session" } }

    func open() { stopped = false }

    func open(_ message: Json) throws { throw AskFailed("failed", "level app only") }

    func generate(_ results: [Json], _ text: String?, _ out: Parts) throws -> End { throw AskFailed("failed", "level app only") }

    func stop() { stopped = true }

    func userTurn(_ text: String, confirm: Bool, _ out: Parts) throws -> End {
        for part in script.partsOf(text) {
            switch part["type"] as! String {
            case "chunk": out.chunk(part["text"] as! String, thinking: part["thinking"] as? Bool == true)
            case "call": out.call(part["name"] as! String, part["arguments"] as! Json, raw: nil)
            case "malformed": out.malformed(part["raw"] as! String)
            case "error": throw AskFailed(part["code"] as! String, part["message"] as! String)
            case "end":
                while part["finish"] as? String == "deadline" && !stopped { Thread.sleep(forTimeInterval: 0.001) }
                let end = endOf(part, confirm)
                if part["more"] as? Bool != true { return end }
                out.generationEnded(end)
            default: break
            }
        }
        throw AskFailed("failed", "the script has no end")
    }

    private func endOf(_ part: Json, _ confirm: Bool) -> End {
        var end = End(part["finish"] as! String)
        end.reason = part["reason"] as? String ?? ""
        end.usage = part["usage"] as? Json ?? [:]
        end.counters = part["counters"] as? Json
        end.messages = part["messages"] as? [Json]
        end.error = part["error"] as? String
        if let messages = end.messages { XCTAssertTrue(confirm || "\(messages)".contains("cancelled")) }
        return end
    }
}

final class FixturesTests: XCTestCase {
    private let fixtures = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("fixtures")
    private var folder: URL!
    private var answers: URL { folder.appendingPathComponent("answers.jsonl") }

    override func setUpWithError() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("gemmark-client-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    override func tearDownWithError() throws {
        try FileManager.default.removeItem(at: folder)
    }

    private func lines(_ name: String) throws -> [String] {
        linesOf(try Data(contentsOf: fixtures.appendingPathComponent("\(name).jsonl")))
    }

    private func play(_ process: String, plan: String = "plan-app", script: String = "answers-app") throws {
        let said = try Script(fixtures.appendingPathComponent("\(script).jsonl"))
        let app = ScriptedApp(said)
        let client = GemmarkClient(
            app: said.hello["app"] as! Json,
            device: said.hello["device"] as! String,
            os: said.hello["os"] as! String,
            runtime: app,
            controller: app,
            state: { ["thermal": "nominal"] },
            process: process,
            exit: said.hello["exit"] as? Json,
            show: { print($0) })
        _ = try FileTransport(client, plan: fixtures.appendingPathComponent("\(plan).jsonl"), answers: answers).play()
    }

    private func compare(_ name: String, _ expected: [String]) throws {
        XCTAssertEqual(timeless(linesOf(try Data(contentsOf: answers))), timeless(expected), name)
    }

    func testAnswersAreThoseOfTheFixtures() throws {
        let app = try lines("answers-app")
        let killed = app.indices.dropFirst().first { app[$0].contains("\"type\":\"hello\"") }!
        let cold = Array(app[..<killed])
        try Data(cold.joined(separator: "\n").utf8).write(to: answers)
        try play("c03a")
        try compare("killed in its second ask, with a torn line, and resumed", app)
        try play("c03b")
        let again = [app[killed], app[killed + 1], app[app.count - 1]].map { $0.replacingOccurrences(of: "\"c03a\"", with: "\"c03b\"") }
        try compare("done: nothing is asked again", app + again)
        let twice = (cold + cold).map { $0.replacingOccurrences(of: "\"b81f\"", with: "\"b81e\"") }
        try Data((twice.joined(separator: "\n") + "\n").utf8).write(to: answers)
        try play("c03a")
        let rest = app[killed...].filter { $0.range(of: #""(?:ask|conversation)":1\b"#, options: .regularExpression) == nil }
        try compare("killed twice: the sample is skipped", twice + rest)
        try play("a11c", plan: "plan-cases", script: "answers-cases")
        try compare("a refused dialog, a deadline, a failed ask, a turn with an error; a file of another plan in the way", lines("answers-cases"))
        XCTAssertEqual(try FileManager.default.contentsOfDirectory(atPath: folder.path).count, 2, "that file is kept")
    }

    /// Lines without times and states, which depend on the machine; torn ones are none.
    private func timeless(_ lines: [String]) -> [String] {
        lines.compactMap(messageOf).filter { $0["type"] as? String != "state" }.map { message in
            var rest = message.filter { $0.key != "atMs" && $0.key != "startMs" }
            if rest["type"] as? String == "end" { rest["reason"] = rest["reason"] ?? "" }
            let data = try! JSONSerialization.data(withJSONObject: rest, options: [.sortedKeys])
            return String(decoding: data, as: UTF8.self)
        }
    }
}
