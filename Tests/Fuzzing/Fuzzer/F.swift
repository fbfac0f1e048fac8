import CFuzzer
import Foundation

/// Lets libFuzzer steer the walk named by `WALK`, and stops at bytes that break a promise.
@main
enum Fuzzer {
  fileprivate static let failure: @Sendable ([UInt8]) throws -> String? = {
    let name = ProcessInfo.processInfo.environment["WALK"] ?? ""
    switch name {
    case "fields": return ByteWalk.failure
    case "wire": return WireWalk.failure
    case "pages": return PageWalk.failure
    default:
      guard let walk = SessionWalk(rawValue: name) else {
        preconditionFailure(
          "WALK is fields, wire, pages or one of \(SessionWalk.allCases.map(\.rawValue))")
      }
      return walk.failure
    }
  }()

  static func main() {
    _ = cfuzzer_run(CommandLine.argc, CommandLine.unsafeArgv, judge)
  }
}

private func judge(_ start: UnsafePointer<UInt8>?, _ count: Int) -> Int32 {
  do {
    let failure = try Fuzzer.failure(Array(UnsafeBufferPointer(start: start, count: count)))
    precondition(failure == nil, failure ?? "")
  } catch {
    preconditionFailure("no session begins: \(error)")
  }
  return 0
}
