// The protocol from a simulator to gemmark on the same Mac. The twin of CableTransport.kt. Never compiled by gemmark: see README.md.
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Connects, and again whenever the connection is lost, until the run is over.
public final class CableTransport {
    private let client: GemmarkClient
    private let token: String
    private let url: URL
    @Shared private var connection: Connection?

    public init(_ client: GemmarkClient, _ token: String, url: URL = URL(string: "ws://127.0.0.1:7357")!) {
        self.client = client
        self.token = token
        self.url = url
    }

    public func connect() {
        if client.isOver { return }
        let opened = Connection(URLSession.shared.webSocketTask(with: url))
        connection = opened
        opened.task.resume()
        opened.send(client.hello(token: token))
        receive(opened)
    }

    private final class Connection: Transport {
        let task: URLSessionWebSocketTask

        init(_ task: URLSessionWebSocketTask) {
            self.task = task
            task.maximumMessageSize = 16 << 20
        }

        func send(_ message: Json) {
            // A connection that is gone says so where it is read.
            task.send(.string(text(message))) { _ in }
        }
    }

    private func receive(_ from: Connection) {
        from.task.receive { [self] result in
            if connection !== from { return }
            switch result {
            case .success(.string(let text)):
                client.received(from, json(text) ?? [:])
                if client.isOver { from.task.cancel(with: .normalClosure, reason: nil) } else { receive(from) }
            case .success:
                receive(from)
            case .failure:
                lost(from)
            }
        }
    }

    private func lost(_ gone: Connection) {
        connection = nil
        client.lost(gone)
        if !client.isOver { client.later(1000, connect) }
    }
}
