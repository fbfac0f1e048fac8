internal import Foundation

/// A pattern of `regexp`.
final class RegularExpression {
  enum Result {
    case found
    case missing
    case failure(String)
  }

  /// How often a search may report that it goes on; it does so about ten times a millisecond.
  private static let maximumReports = 10_000

  private let expression: NSRegularExpression?
  private let message: String

  init(_ pattern: String) {
    expression = try? NSRegularExpression(pattern: pattern)
    message = expression == nil ? "\(Self.shown(pattern)) is not a regular expression" : ""
  }

  /// Why a pattern cannot be used; nil if it can.
  static func failure(_ pattern: String) -> String? {
    let expression = RegularExpression(pattern)
    return expression.expression == nil ? expression.message : nil
  }

  private static func shown(_ pattern: String) -> String {
    pattern.count > 40 ? "the pattern" : "\"\(pattern)\""
  }

  /// Looks for the pattern anywhere in the text.
  ///
  /// A search whose cost explodes is given up, because SQLite cannot interrupt it.
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
          result = .failure(
            "the search for \(Self.shown(expression.pattern)) takes too long; make it simpler")
          stop.pointee = true
        }
      }
    }
    return result
  }
}
