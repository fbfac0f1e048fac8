// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "library-client",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "workbench", path: "../..", traits: [])],
  targets: [
    .target(
      name: "Shows",
      dependencies: [
        .product(name: "Presentation", package: "workbench"),
        .product(name: "Interactors", package: "workbench"),
        .product(name: "Records", package: "workbench"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .executableTarget(name: "ShowPage", dependencies: ["Shows"]),
    .testTarget(name: "ShowsTests", dependencies: ["Shows"]),
    .executableTarget(
      name: "MemberServer",
      dependencies: [
        .product(name: "RecordStore", package: "workbench"),
        .product(name: "Records", package: "workbench"),
      ],
      swiftSettings: [.treatAllWarnings(as: .error)]),
    .testTarget(name: "MemberServerTests", dependencies: ["MemberServer"]),
    // A module that is isolated to the main actor by default, like new app projects.
    .target(
      name: "Stays",
      dependencies: ["Interactors", "Presentation", "Records", "Validation", "Values"].map {
        .product(name: $0, package: "workbench")
      },
      swiftSettings: [.defaultIsolation(MainActor.self), .treatAllWarnings(as: .error)]),
    .testTarget(
      name: "StaysTests",
      dependencies: ["Stays"]
        + ["Interactors", "Presentation", "Records", "Validation", "Values"].map {
          .product(name: $0, package: "workbench")
        },
      swiftSettings: [.defaultIsolation(MainActor.self)]),
    // Stubs of the names in Combine, SwiftUI and SwiftData.
    .target(name: "AppleNames", path: "Tests/AppleNames"),
    .testTarget(
      name: "AppleNamesTests",
      dependencies: ["AppleNames"]
        + ["Interactors", "Presentation", "RecordStore", "Records", "Validation", "Values"].map {
          .product(name: $0, package: "workbench")
        }),
  ])
