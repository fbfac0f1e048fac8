#if canImport(_FoundationICU)
  internal import _FoundationICU
#else
  internal import Foundation
#endif

/// A pattern of `regexp`, in the syntax of ICU, which is part of Foundation.
final class RegularExpression {
  enum Result {
    case found
    case missing
    case failure(String)
  }

  private let pattern: String

  private var words: String { pattern.count > 40 ? "the pattern" : "\"\(pattern)\"" }
  private var message: String { "\(words) is not a regular expression" }

  static func failure(_ pattern: String) -> String? {
    let expression = RegularExpression(pattern)
    return expression.expression == nil ? expression.message : nil
  }

  /// The error of a search that was aborted because it backtracked for too long; SQLite cannot
  /// interrupt a search.
  private var failure: Result {
    .failure("the search for \(words) takes too long; simplify the pattern")
  }

  #if canImport(_FoundationICU)

    /// The limit in units of 10,000 steps, which a search reaches after about a second.
    private static let maximumSteps: Int32 = 10_000

    private let expression: OpaquePointer?

    init(_ pattern: String) {
      self.pattern = pattern
      var status = U_ZERO_ERROR
      var place = UParseError()
      let units = Array(pattern.utf16)
      let expression = swift_uregex_open(units, Int32(units.count), 0, &place, &status)
      self.expression = status.rawValue <= 0 ? expression : nil
      swift_uregex_setMatchCallback(
        expression, { _, steps in steps <= RegularExpression.maximumSteps ? 1 : 0 }, nil, &status)
    }

    deinit { swift_uregex_close(expression) }

    func search(_ text: String) -> Result {
      guard let expression else { return .failure(message) }
      return Array(text.utf16).withUnsafeBufferPointer { units in
        var status = U_ZERO_ERROR
        swift_uregex_setText(expression, units.baseAddress, Int32(units.count), &status)
        let isFound = swift_uregex_find(expression, 0, &status) != 0
        if status.rawValue <= 0 { return isFound ? .found : .missing }
        let isTooLong = [U_REGEX_STOPPED_BY_CALLER, U_REGEX_STACK_OVERFLOW].contains(status)
        return isTooLong ? failure : .failure(message)
      }
    }
  #else
    /// ICU reports progress about ten times per millisecond.
    private static let maximumReports = 10_000

    private let expression: NSRegularExpression?

    init(_ pattern: String) {
      self.pattern = pattern
      expression = try? NSRegularExpression(pattern: pattern)
    }

    func search(_ text: String) -> Result {
      guard let expression else { return .failure(message) }
      var result = Result.missing
      var reports = 0
      let range = NSRange(location: 0, length: text.utf16.count)
      expression.enumerateMatches(in: text, options: .reportProgress, range: range) {
        match, _, stop in
        if match != nil {
          result = .found
          stop.pointee = true
        } else {
          reports += 1
          if reports > Self.maximumReports {
            result = failure
            stop.pointee = true
          }
        }
      }
      return result
    }
  #endif
}
