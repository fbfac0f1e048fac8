// swift-tools-version:6.2
import PackageDescription

let package = Package(
  name: "library-client",
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
  ])
