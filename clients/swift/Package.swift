// swift-tools-version: 5.9
// `swift test` compiles core and transports, and plays clients/fixtures: on macOS, or on Linux with a Swift toolchain.
import PackageDescription

let package = Package(
    name: "GemmarkClient",
    platforms: [.iOS(.v15), .macOS(.v12)],
    products: [.library(name: "GemmarkClient", targets: ["GemmarkClient"])],
    targets: [
        .target(
            name: "GemmarkClient",
            path: ".",
            // These need LiteRT-LM or UIKit: copy them into the app.
            exclude: ["README.md", "Tests", "LiteRtLm.swift", "DeviceState.swift", "GemmarkPlanTests.swift"],
            sources: ["GemmarkClient.swift", "FileTransport.swift", "CableTransport.swift"]
        ),
        .testTarget(name: "FixturesTests", dependencies: ["GemmarkClient"], path: "Tests"),
    ]
)
