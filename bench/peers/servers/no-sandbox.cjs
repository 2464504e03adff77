// Stands in for isolated-vm.
module.exports = {};
