// swift-tools-version:6.2
import PackageDescription

// libFuzzer sees where each input leads; promises broken inside the engine are to be seen too.
let fuzzed: [SwiftSetting] = [
  .swiftLanguageMode(.v6), .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .unsafeFlags(["-sanitize=fuzzer", "-parse-as-library", "-assert-config", "Debug"]),
]

let package = Package(
  name: "Fuzzing",
  targets: [
    .target(name: "Values", exclude: ["Values.docc"], swiftSettings: fuzzed),
    .target(
      name: "Validation", dependencies: ["Values"], exclude: ["Validation.docc"],
      swiftSettings: fuzzed),
    .target(name: "CFuzzer"),
    .executableTarget(
      name: "ValidationFuzzer", dependencies: ["CFuzzer", "Validation"],
      swiftSettings: fuzzed, linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]),
  ])
