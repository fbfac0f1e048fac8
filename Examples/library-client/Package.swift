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
  ])

// Stand-ins for the modules of Apple's systems, whose names are those that an app sees.
#if os(Linux)
  let modules = ["Combine", "SwiftData", "SwiftUI"]
  let products = ["Interactors", "Presentation", "RecordStore", "Records", "Validation", "Values"]
  package.targets += modules.map { .target(name: $0, path: "Tests/AppleNames/\($0)") }
  package.targets.append(
    .testTarget(
      name: "AppleNamesTests",
      dependencies: modules.map { .init(stringLiteral: $0) }
        + products.map { .product(name: $0, package: "workbench") }))
#endif
