extension Reason {
  /// The code of a reason; each case says which members of ``Reason/Detail`` it uses besides the
  /// expected characters.
  ///
  /// Future versions may add cases, so clients need a `default` when switching.
  public enum Code: String, CaseIterable, Sendable {
    /// The subject is a complete message, of a program or of a rule of a record.
    case stated

    /// A value violates a rule of the property or of its object.
    case violated
    /// The property in the subject requires a value.
    case required
    /// The rejected input in the subject is unanswered; Return keeps the text in `back`, or an
    /// empty text.
    case unanswered
    /// The field is attached to no object.
    case detached
    /// No property has the name in the subject.
    case noProperty
    /// The item that the field edits was removed from its list.
    case itemRemoved
    /// The number in the subject has more digits than a field can edit.
    case longNumber
    /// The editing ended before the key arrived.
    case editingEnded
    /// The key in the subject has no function in a field.
    case notOfField
    /// A program that rewrites edits rejected this one.
    case refusedByProgram
    /// Half of a surrogate pair is not a character.
    case halfCharacter

    /// The position is outside the text.
    case outOfBounds
    /// No part of the subject, if there is one, can be inserted.
    case nothingToInsert
    /// The text cannot be stepped.
    case nothingToStep
    /// The text, set by a program, does not have the form of the field.
    case foreign
    /// The grammar would display the text differently.
    case notAsWritten

    /// The subject is not one of these characters.
    case wrongClass
    /// Some positions contain characters of the wrong class.
    case wrongClasses
    /// The subject has no uppercase form that is a single letter.
    case noCapital
    /// The subject cannot begin the whole, within the bounds.
    case cannotStart
    /// The subject cannot follow the front, within the bounds.
    case cannotFollow
    /// The subject leaves no room for the back.
    case cannotPrecede
    /// The subject cannot be at this position, in an IBAN of the country in the front if there is
    /// one.
    case cannotStandHere
    /// Nothing can be between the front and the back; either may be missing.
    case nothingFits
    /// All positions before the subject are full.
    case noPlace
    /// The subject, a literal, was typed before the part before it was full.
    case early
    /// The subject, a digit, does not fit into the same part as the digits before it.
    case outOfPart
    /// The subject is only valid at the beginning of the whole.
    case frontOnly
    /// The subject may occur only once.
    case already
    /// The text after the caret does not fit the form or, in an IBAN, the country.
    case restDoesNotFit
    /// A space is only valid between two of the characters.
    case spaceMisplaced
    /// The text, or its end, is not accepted.
    case notTaken
    /// No text matches.
    case nothingMatches
    /// There are no names to choose from.
    case nothingToChoose
    /// No name contains the subject.
    case notContained
    /// Several names contain the text, or one name that the text does not identify; the count is
    /// exact.
    case contained

    /// There are more characters than the limit, in the part or beside the front or back.
    case tooMany
    /// There are more digits than any number can have, which is the limit.
    case tooManyDigits
    /// Characters are missing; the count is exact.
    case missing
    /// Characters are missing, and the same ones are expected at each position.
    case missingAlike
    /// Characters are missing; the count is a minimum.
    case tooShort
    /// The part has a fixed number of digits, the limit.
    case partLength
    /// An IBAN of the country in the subject has a fixed length, the limit.
    case accountLength

    /// Something is missing at the caret.
    case unfinished
    /// Something is missing, but not at the caret; the front is the whole text.
    case unfinishedElsewhere
    /// The missing scalars combine with the last character.
    case unfinishedCharacter
    /// The part is missing.
    case partMissing
    /// An address has no domain.
    case domainMissing
    /// The domain of an address has no point.
    case domainWithoutPoint
    /// The number is missing after its sign, the front.
    case numberMissing
    /// A digit is missing beside the separator, the subject.
    case digitMissing
    /// The subject contains no digits.
    case noDigits
    /// The subject, if there is one, is not of the kind in `whole`.
    case notOfKind
    /// A duration must begin with hours.
    case hoursFirst
    /// A telephone number must begin with a country code.
    case countryCodeFirst
    /// A telephone number must begin with a plus sign and a country code.
    case plusFirst
    /// No country code in IBANs begins with the subject.
    case beginsNoCountry
    /// The subject is not a country code in IBANs.
    case noSuchCountry

    /// The subject is out of range: a number, or a duration with its bounds.
    case outOfRange
    /// The subject is below the minimum.
    case belowMinimum
    /// The subject is above the maximum.
    case aboveMaximum
    /// The subject is not valid for the part, whose number is in `numbers`.
    case noSuchPart
    /// The day does not exist; the limit is the number of days in the month.
    case noSuchDay
    /// The subject is before the minimum.
    case beforeRange
    /// The subject is after the maximum.
    case afterRange
    /// The check digit is wrong, or `count` digits are missing to the usual length.
    case checkDigit
    /// The check digits are wrong.
    case checkDigits

    /// The subject is a grouping separator, which is not typed; the back is the decimal separator.
    case separatorNotTyped
    /// The subject is a grouping separator in a wrong position; the back is the decimal separator.
    case separatorMisplaced
    /// The subject can be a grouping or a decimal separator; the back is the decimal separator.
    case separatorAmbiguous
  }
}
