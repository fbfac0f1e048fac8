/// The parts of an inner text that reads as a minus, digits, a point and digits, each if there.
struct NumberShape {
  var isNegative: Bool
  var whole: Range<Int>
  var fraction: Range<Int>?

  /// Finds the parts; `nil` where there is anything else.
  init?(_ text: ArraySlice<UInt8>) {
    var index = text.startIndex
    isNegative = text.first == ASCII.minus
    if isNegative { index += 1 }
    let start = index
    while index < text.endIndex, ASCII.isDigit(text[index]) { index += 1 }
    whole = start..<index
    guard index < text.endIndex else { return }
    guard text[index] == ASCII.point else { return nil }
    let point = index
    index += 1
    while index < text.endIndex, ASCII.isDigit(text[index]) { index += 1 }
    guard index == text.endIndex else { return nil }
    fraction = point + 1..<index
  }
}
