/// Converts models to the output for a view.
///
/// A formatter connects presenter and view; input and output types belong to the screen. Two
/// formatters can show the same record in different ways, without changing it, and can be tested
/// without a view.
///
/// ```swift
/// struct RatingFormatter: ScreenFormatter {
///   func output(for show: Show) -> [Section<Row, RowKind>] { … }
/// }
/// ```
public protocol ScreenFormatter<Input, Output> {
  /// The models of the screen.
  associatedtype Input
  /// The output for the view, usually sections of items.
  associatedtype Output

  /// Formats the models.
  func output(for input: Input) -> Output
}
