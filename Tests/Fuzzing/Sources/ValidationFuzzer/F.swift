import CFuzzer

/// Lets libFuzzer steer the walk, and stops at bytes that break the rule.
@main
enum Fuzzer {
  static func main() {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    // It ends the program itself unless its arguments are wrong.
    _ = LLVMFuzzerRunDriver(&count, &arguments) { start, count in
      let bytes = Array(UnsafeBufferPointer(start: start, count: count))
      let failure = ByteWalk.failure(in: bytes)
      precondition(failure == nil, failure ?? "")
      return 0
    }
  }
}
