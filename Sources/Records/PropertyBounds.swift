/// A range for a property: `0...150`, `0...`, `...150` or a `ValueRange`.
public protocol PropertyBounds<Bound> {
  /// The Swift type of the bounds.
  associatedtype Bound
  /// The minimum and maximum value.
  var valueRange: ValueRange { get }
}

extension ValueRange: PropertyBounds {
  /// The bounds are values.
  public typealias Bound = Value
  /// The range itself.
  public var valueRange: ValueRange { self }
}

extension ClosedRange: PropertyBounds where Bound: PropertyValue {
  /// Both bounds as values.
  public var valueRange: ValueRange {
    ValueRange(lowerBound.propertyValue, upperBound.propertyValue)
  }
}

extension PartialRangeFrom: PropertyBounds where Bound: PropertyValue {
  /// The range from the lower bound on.
  public var valueRange: ValueRange { ValueRange(lowerBound.propertyValue, nil) }
}

extension PartialRangeThrough: PropertyBounds where Bound: PropertyValue {
  /// The range up to the upper bound.
  public var valueRange: ValueRange { ValueRange(nil, upperBound.propertyValue) }
}
